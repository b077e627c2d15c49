"""The skill ladder: how far apart strategies of rising strength are, how deep skill goes, and how much is luck."""
