"""Writes the messages of the kernel, whatever text is in them."""

import json

from jupyter_client.jsonutil import json_default
from jupyter_client.session import json_packer


def pack(content):
    """As Jupyter does. Half a character (a lone surrogate), for which UTF-8 has no bytes, is escaped; Jupyter loses the message."""
    try:
        return json_packer(content)
    except UnicodeEncodeError:
        return json.dumps(content, default=json_default, allow_nan=False).encode("ascii")
