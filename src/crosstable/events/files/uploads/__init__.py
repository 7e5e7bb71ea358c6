"""Lists of players from a file (D2): parsed, validated row by row, previewed, and only then entered.

    upload = read_upload("players.xlsx", data)       # raises a Refused when the file cannot be used
    rows = judge(upload, tournament)                 # good, doubtful or bad, each with its row number
    take_players(tournament=tournament, rows=[row.details for row in rows if row.is_good], by=user)

`take_players` is in events/actions/people/uploads.py, which also stores the preview until then.
"""

from crosstable.events.files.uploads.judging import JudgedRow, Verdict, judge
from crosstable.events.files.uploads.reading import Upload, UploadRow, read_upload
