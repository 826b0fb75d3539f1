"""Generates in a thread, as programs do that stream their answer."""

import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiny_model

worker = threading.Thread(target=tiny_model.generate)
worker.start()
worker.join()
