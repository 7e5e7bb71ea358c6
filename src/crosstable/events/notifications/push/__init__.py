"""Web push (RFC 8030): encrypted for one browser (RFC 8291), signed by this installation (RFC 8292)."""
