import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { importSPKI, jwtVerify } from 'jose'
import type { PushAddress } from '#contract/notifications.ts'

export type PeerResponse = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}
type Received = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: Buffer }

/** A peer on loopback that keeps what it is sent. `answerWith` says what it answers next, once each. */
export type Peer = {
  readonly url: string
  readonly received: readonly Received[]
  answerWith(...answers: readonly PeerResponse[]): void
  stop(): Promise<void>
}

async function startPeer(usual: (request: Received) => Promise<PeerResponse>): Promise<Peer> {
  const received: Received[] = []
  const planned: PeerResponse[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
      received.push(one)
      void Promise.resolve(planned.shift() ?? usual(one)).then(({ status, headers, body }) => {
        response.writeHead(status, headers)
        response.end(body)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the peer has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answerWith: (...answers) => planned.push(...answers),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The push service of a browser vendor. */
export function startWebPushPeer(): Promise<Peer> {
  return startPeer(async () => ({ status: 201 }))
}

/** A browser's subscription, and how it reads what it is sent. Written from RFC 8291, apart from the server's code. */
export type TestSubscription = {
  readonly address: Extract<PushAddress, { kind: 'web-push' }>
  read(body: Uint8Array): string
}

export function createSubscription(
  peer: Pick<Peer, 'url'>,
  name: string = randomBytes(8).toString('hex'),
): TestSubscription {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    address: {
      kind: 'web-push',
      endpoint: `${peer.url}/send/${name}`,
      keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read(given) {
      const body = Buffer.from(given)
      const salt = body.subarray(0, 16)
      const keyLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      if (body.readUInt32BE(16) < sealed.length) throw new Error('more than one record')
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const material = new Uint8Array(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
      const part = (label: string, length: number) =>
        new Uint8Array(
          hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${label}\0`), length),
        )
      const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
      cipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      const end = padded.lastIndexOf(2)
      if (end < 0) throw new Error('the record is not the last one')
      return padded.subarray(0, end).toString('utf8')
    },
  }
}

/** Google's two endpoints: tokens for a signed assertion, and messages for a token. */
export type FcmPeer = Peer & {
  readonly environment: Readonly<Record<string, string>>
  /** Assertions that were good, as their claims. */
  readonly assertions: readonly Record<string, unknown>[]
  /** Messages that came with a token this peer gave. */
  readonly messages: readonly unknown[]
}

/** Checks assertion and bearer as Google does, on one port. */
export async function startFcmPeer(projectId = 'risiti-test'): Promise<FcmPeer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const clientEmail = 'push@risiti-test.example.test'
  const assertions: Record<string, unknown>[] = []
  const messages: unknown[] = []
  const given = new Set<string>()

  async function issueToken({ body }: Received): Promise<PeerResponse> {
    const form = new URLSearchParams(body.toString('utf8'))
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400 }
    try {
      const { payload, protectedHeader } = await jwtVerify(
        form.get('assertion') ?? '',
        await importSPKI(publicKey, 'RS256'),
        { issuer: clientEmail, audience: `${peer.url}/token`, currentDate: new Date('2026-11-21T10:00:30Z') },
      )
      assertions.push({ ...payload, alg: protectedHeader.alg })
    } catch {
      return { status: 400, body: JSON.stringify({ error: 'invalid_grant' }) }
    }
    const token = `token-${given.size + 1}`
    given.add(token)
    return {
      status: 200,
      body: JSON.stringify({ access_token: token, expires_in: 3599, token_type: 'Bearer' }),
    }
  }

  const peer: Peer = await startPeer(async (request) => {
    if (request.path === '/token') return await issueToken(request)
    if (request.path !== `/v1/projects/${projectId}/messages:send`) return { status: 404 }
    if (!given.has((request.headers.authorization ?? '').replace('Bearer ', ''))) return { status: 401 }
    messages.push(JSON.parse(request.body.toString('utf8')))
    return {
      status: 200,
      body: JSON.stringify({ name: `projects/${projectId}/messages/${messages.length}` }),
    }
  })
  return {
    ...peer,
    assertions,
    messages,
    environment: {
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: 'api-key-for-browsers',
      FIREBASE_APP_ID: '1:1234567890:web:abcdef',
      FIREBASE_MESSAGING_SENDER_ID: '1234567890',
      FIREBASE_VAPID_KEY:
        'BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m7RvSLzkw1ZaYbEjNwZ7kC9WyPDf8tJbUmFmlPB2nGqPFwVyzHb7_ws',
      FIREBASE_CLIENT_EMAIL: clientEmail,
      FIREBASE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
      FIREBASE_TOKEN_URI: `${peer.url}/token`,
      FIREBASE_FCM_URL: peer.url,
    },
  }
}
