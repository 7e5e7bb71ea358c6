"""Play in the hall: calls to boards, opening and closing boards, and the clock times of matches."""
