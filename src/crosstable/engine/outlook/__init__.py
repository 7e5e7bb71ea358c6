"""Places an entry can still reach under all remaining results, exactly or by simulation."""

from crosstable.engine.outlook.exact import (
    Ending,
    Need,
    OpenGame,
    Prospect,
    can_be_exact,
    exact_outlook,
    open_games,
)
from crosstable.engine.outlook.simulated import Simulation, neighbours_meet, simulate
