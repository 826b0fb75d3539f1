"""A server that generates for each request of its own client, until somebody ends it."""

import http.server
import os
import sys
import threading
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiny_model


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        tiny_model.generate(tokens=3)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def ask():
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(int(sys.argv[1])):
        opener.open("http://127.0.0.1:%d/" % server.server_port).read()
    print("up", flush=True)


print(server.server_port, flush=True)
threading.Thread(target=ask, daemon=True).start()
server.serve_forever()
