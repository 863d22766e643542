"""Where the encoder was found in version 0.1.0."""

from casefile.core.encoding import Encoder as Encoder
