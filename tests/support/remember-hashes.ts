import type * as nodeCrypto from 'node:crypto'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { TEST_PASSWORD } from './test-password.ts'

type Argon2 = typeof nodeCrypto.argon2

/**
 * A set-up file, so before the modules of the server: the password of nearly all test users is hashed once for each
 * salt. The hash is the same; making it took 30 ms of the processor for each of their logins. Every other password is
 * hashed as often as the server asks.
 */
const mutable = createRequire(import.meta.url)('node:crypto') as {
  argon2: Argon2 & { readonly remembers?: boolean }
}
if (!mutable.argon2.remembers) {
  const real = mutable.argon2
  const known = new Map<string, Buffer>()
  const remembering: Argon2 = (algorithm, parameters, done) => {
    const { message, nonce, ...cost } = parameters
    if (message !== TEST_PASSWORD || !Buffer.isBuffer(nonce)) {
      real(algorithm, parameters, done)
      return
    }
    const key = JSON.stringify([algorithm, nonce.toString('hex'), cost])
    const made = known.get(key)
    if (made) {
      setImmediate(() => done(null, Buffer.from(made)))
      return
    }
    real(algorithm, parameters, (error, hash) => {
      if (!error) known.set(key, Buffer.from(hash))
      done(error, hash)
    })
  }
  mutable.argon2 = Object.assign(remembering, { remembers: true })
  syncBuiltinESMExports()
}
