"""Profiles of the properties: the same examples every time, a hundredth of `max_examples` for each one asked for."""

from hypothesis import HealthCheck, settings

from simcore.jit import JIT_DISABLED

ALWAYS_ALIKE = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("quick", ALWAYS_ALIKE, max_examples=100)
settings.register_profile("long", ALWAYS_ALIKE, max_examples=1000)
settings.register_profile("plain", ALWAYS_ALIKE, max_examples=40)
settings.load_profile("plain" if JIT_DISABLED else "quick")
