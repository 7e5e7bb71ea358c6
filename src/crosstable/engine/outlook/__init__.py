"""What an entry can still reach: places under every result that is left, exactly or by simulation."""

from crosstable.engine.outlook.exact import Need, Prospect, can_be_exact, exact_outlook
from crosstable.engine.outlook.games import Ending, OpenGame, open_games
from crosstable.engine.outlook.simulated import Simulation, neighbours_meet, simulate
