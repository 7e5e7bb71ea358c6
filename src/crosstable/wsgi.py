"""Django as a WSGI application; the server in crosstable.live calls it for every request it does not answer itself."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crosstable.settings")
application = get_wsgi_application()
