"""The same in FastAPI on uvicorn, which runs its functions in a pool of threads and has handlers of its own for signals."""

import os
import sys
import threading
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fastapi
import tiny_model
import uvicorn

app = fastapi.FastAPI()


@app.get("/")
def answer():
    return tiny_model.generate(tokens=3)


server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))


def ask():
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(int(sys.argv[1])):
        opener.open("http://127.0.0.1:%d/" % port).read()
    print("up", flush=True)
    server.should_exit = "ends" in sys.argv


threading.Thread(target=ask, daemon=True).start()
server.run()
