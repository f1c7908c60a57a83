// Runs before any script of the page, in every frame: what interception doesn't see is gone.
(() => {
  const names = [
    "RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebSocket",
    "WebSocketStream", "WebTransport", "SharedWorker",
  ];
  for (const name of names) delete globalThis[name];
  try {
    delete Navigator.prototype.serviceWorker;
  } catch {
    // A document that isn't secure has none.
  }
})();
