"""`python -m service.serving`: serve under the settings of the environment."""

from service.serving.start import start
from service.settings import read_settings

if __name__ == "__main__":
    start(read_settings())
