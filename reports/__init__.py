"""Tables to figures and one page: draws what it is given and decides nothing."""

from reports.page import write_report

__all__ = ["write_report"]
