"""The API in the words of D: thin aliases over the same actions, for programs written from that document.

An event created with `name`, `date`, `totalRounds` and a game of colours speaks these words in every answer about it.
"""
