"""Templates without their indentation: it is for who reads them here, and was half of what a large page sent."""

import re

from django.template import Origin
from django.template.loaders.app_directories import Loader as AppDirectories

INDENT = re.compile(r"\n[ \t]+")


class Loader(AppDirectories):
    def get_contents(self, origin: Origin) -> str:
        """A line break stays one: to a browser it is the same space. Mails keep their form."""
        text = super().get_contents(origin)
        return INDENT.sub("\n", text) if origin.name.endswith(".html") else text
