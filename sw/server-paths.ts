/** Addresses that belong to the server and are never answered with the app. */
export const SERVER_PATHS = [
  /^\/api(\/|$)/,
  /^\/v1(\/|$)/,
  /^\/dev(\/|$)/,
  /^\/sim(\/|$)/,
  /^\/slip(\/|$)/,
  /^\/healthz$/,
]
