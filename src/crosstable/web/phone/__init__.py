"""What makes a phone keep the pages: the manifest, the service worker, the page for no network, a fresh form token."""
