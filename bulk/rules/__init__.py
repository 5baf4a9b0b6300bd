"""Pure rules of bulk runs: no ORM, no clock, no settings.

`states` is what may follow what, `outcomes` is what an answer of the marketplace means, `pace` is who goes next and when.
"""
