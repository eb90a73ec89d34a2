"""Makes `ubuntu-light-latin.ttf`, the font of the window and the page, from the Ubuntu Light of the crate `epaint_default_fonts`.

    pip install fonttools && python3 make.py .../epaint_default_fonts-0.37.0/fonts/Ubuntu-Light.ttf

It keeps Latin, Greek and the signs below, and names itself as the licence (UFL.txt, 2c) wants.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

KEPT = [
    range(0x20, 0x7F),  # ASCII
    range(0xA0, 0x180),  # Latin with marks
    range(0x391, 0x3CA),  # Greek
    range(0x2010, 0x2027),  # dashes, quotation marks, ellipsis
    map(ord, "′″‹›⁄€™−≈≠≤≥∞√∑∂"),
]
NAMES = {1: "Ubuntu Light derivative cairn2d", 4: "Ubuntu Light derivative cairn2d", 6: "Ubuntu-Light-derivative-cairn2d"}

font = TTFont(sys.argv[1])
options = subset.Options(layout_features=["kern", "mark", "mkmk"], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], hinting=False)
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=[code for kept in KEPT for code in kept])
subsetter.subset(font)
for record in list(font["name"].names):
    if record.nameID in NAMES:
        font["name"].setName(NAMES[record.nameID], record.nameID, record.platformID, record.platEncID, record.langID)
font.save(Path(__file__).with_name("ubuntu-light-latin.ttf"))
