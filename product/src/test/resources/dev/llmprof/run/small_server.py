"""A server that speaks as much of OpenAI's API as a load needs, of the standard library only: small_server.py PORT."""
import http.server
import json
import sys
import time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def do_GET(self):
        body = json.dumps({"object": "list", "data": [{"id": "small"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for token in range(asked["max_tokens"]):
            time.sleep(0.01)
            self.event({"choices": [{"delta": {"content": f"w{token} "}}]})
        self.event({"choices": [{"delta": {}, "finish_reason": "length"}]})
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def event(self, chunk):
        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
