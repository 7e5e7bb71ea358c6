"""The FIDE Dutch system (C.04.3, in force since 1 February 2026), exact.

How a round is paired, module by module, from the lowest level up:

| module                        | what it does |
|-------------------------------|--------------|
| options                       | what the organiser decides: initial colour, acceleration |
| player, scorebook             | facts about each player before the round, and colours |
| bitset_matching               | sets as numbers, matchings on them |
| facts                         | legal opponents, scoregroups, who can get the bye (C1 to C5) |
| criteria                      | one bracket, and C6 to C21 in one ranked tuple |
| bracket_graph                 | the best candidates, criterion by criterion |
| earliest, exchanges           | the first of them in the order of article 4 |
| lookahead, bitset_method      | the proof that it is the answer |
| weighted_bracket, weighted_method | the second method, for what the first cannot prove |
| dutch                         | whole rounds |
| explain                       | why two players meet or do not |

docs/algorithms/dutch.md describes the whole method.
"""
