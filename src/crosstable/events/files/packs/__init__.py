"""The emergency pack: what a hall needs to go on without us, written to the disk with every publish.

`content.py` says what is in it, `folder.py` puts it on the disk, `writer.py` does both, in the background.
"""
