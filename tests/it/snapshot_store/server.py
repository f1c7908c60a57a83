"""Amazon S3 as moto imitates it, with the bucket `snapshots` and a user who may use it.

The first line of standard output says where it is and with which key. It obeys the lines of
standard input, and answers each with a line:

    up, down       listens, or does not; what is stored stays
    answer ok      answers
    answer 503     answers with that status
    answer late    answers when it is told something else
    list           the objects: key and size
    wait N         whether there are so many within half a minute
    requests       how many requests there were
"""

import json
import os
import sys
import threading

os.environ.update(AWS_ACCESS_KEY_ID="root", AWS_SECRET_ACCESS_KEY="root")

import boto3
from moto import settings
from moto.s3.models import s3_backends
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

BUCKET = "snapshots"
PATIENCE = 30
POLICY = {
    "Version": "2012-10-17",
    "Statement": [
        {
            "Effect": "Allow",
            "Action": ["s3:PutObject", "s3:GetObject", "s3:DeleteObject"],
            "Resource": "arn:aws:s3:::*",
        }
    ],
}

backend = DomainDispatcherApplication(create_backend_app)
changed = threading.Condition()
mode, requests = "ok", 0


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


def application(environ, start_response):
    global requests
    with changed:
        requests += 1
        changed.wait_for(lambda: mode != "late")
        told = mode
    if told == "ok":
        answer = backend(environ, start_response)
        with changed:
            changed.notify_all()
        return answer
    start_response(f"{told} Told so", [("content-type", "text/plain")])
    return [b"told so"]


def listen(port):
    server = make_server("127.0.0.1", port, application, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def close(server):
    server.shutdown()
    server.server_close()


def objects():
    # As the backend knows them: the requests of a client would be counted, and answered late.
    keys = s3_backends["123456789012"]["aws"].buckets[BUCKET].keys
    return [[key, keys[key].size] for key in sorted(keys.keys())]


def main():
    global mode
    server = listen(0)
    port = server.server_port
    at = {"endpoint_url": f"http://127.0.0.1:{port}", "region_name": "us-east-1"}
    boto3.client("s3", **at).create_bucket(Bucket=BUCKET)
    iam = boto3.client("iam", **at)
    iam.create_user(UserName="citable")
    iam.put_user_policy(UserName="citable", PolicyName="p", PolicyDocument=json.dumps(POLICY))
    key = iam.create_access_key(UserName="citable")["AccessKey"]
    # From here on, signatures and policies are checked.
    settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
    told = [at["endpoint_url"], key["AccessKeyId"], key["SecretAccessKey"]]
    print(json.dumps(told), flush=True)
    for line in sys.stdin:
        answer = None
        match line.split():
            case ["up"]:
                server = listen(port)
            case ["down"]:
                close(server)
            case ["answer", told]:
                with changed:
                    mode = told
                    changed.notify_all()
            case ["list"]:
                answer = objects()
            case ["wait", number]:
                with changed:
                    answer = changed.wait_for(lambda: len(objects()) == int(number), PATIENCE)
            case ["requests"]:
                answer = requests
        print(json.dumps(answer), flush=True)


main()
