/** Addresses that belong to the server and are never answered with the app. */
export const SERVERS_OWN = [
  /^\/api(\/|$)/,
  /^\/v1(\/|$)/,
  /^\/dev(\/|$)/,
  /^\/sim(\/|$)/,
  /^\/slip(\/|$)/,
  /^\/healthz$/,
]
