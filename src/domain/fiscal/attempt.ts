/** One call in a form that may be stored and shown: no secret, only a hash of what was sent. */
export type Attempt = {
  at: string
  httpStatus: number | null
  ackCode: string | null
  ackMessage: string | null
  /** SHA-256 of the body, hex. Of a token request: of the form without the password. */
  bytesSha256: string
  tookMs: number
}
