/** The time in milliseconds since 1970. */
export type Clock = { now(): number }

/** Writes one JSON line per event; the logger masks values under known secret names. */
export type Log = (event: { readonly event: string } & Record<string, unknown>) => void

/** Encrypts stored secrets (AES-256-GCM under the server's key). `decrypt` throws when the text was changed. */
export type Encryption = { encrypt(plain: string): string; decrypt(ciphertext: string): string }
