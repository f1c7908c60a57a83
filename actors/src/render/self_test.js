// Tries to reach a canary by HTTP, WebSocket and STUN, and answers when all attempts are over.
async (tcp, udp) => {
  const http = fetch(`http://${tcp}/`, { mode: "no-cors" }).catch(() => {});
  const socket = new Promise((over) => {
    const opened = new WebSocket(`ws://${tcp}/`);
    opened.onopen = opened.onerror = opened.onclose = over;
  });
  const stun = new Promise((over) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${udp}` }] });
    peer.createDataChannel("canary");
    peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && over();
    peer.createOffer().then((offer) => peer.setLocalDescription(offer), over);
    setTimeout(over, 1000);
  });
  await Promise.all([http, socket, stun]);
}
