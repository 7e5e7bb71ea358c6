"""For every test: how Hypothesis searches."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase

# The suite tries the same examples every time, and no clock fails it; `make explore` looks for new ones.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("suite", derandomize=True, database=None, **PATIENT)
FOUND = {"database": DirectoryBasedExampleDatabase(".hypothesis/examples"), "print_blob": True, **PATIENT}
settings.register_profile("explore", phases=[Phase.explicit, Phase.reuse, Phase.generate], **FOUND)
settings.register_profile("make-smaller", phases=[Phase.explicit, Phase.reuse, Phase.shrink], **FOUND)
settings.load_profile("suite")
