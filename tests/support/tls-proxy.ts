import { generateKeyPairSync } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import forge from 'node-forge'

const DAY = 86_400_000

/**
 * A TLS proxy in front of a server without TLS. This process trusts its certificates, and checks their dates.
 */
export type TlsProxy = {
  readonly url: string
  /** The certificate that it shows now, for another process that is to trust it. */
  readonly certificate: () => string
  /** How many connections broke off before either side had said anything. */
  readonly refused: () => number
  /**
   * Uses a certificate that is valid for two days from this many days from now; open connections are closed.
   */
  show(daysFromNow: number): void
  stop(): Promise<void>
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const publicKey = forge.pki.publicKeyFromPem(
  pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
)

/** A certificate for `localhost` that vouches for itself. */
function certificate(serial: number, daysFromNow: number): string {
  const made = forge.pki.createCertificate()
  made.publicKey = publicKey
  made.serialNumber = serial.toString(16).padStart(4, '0')
  made.validity.notBefore = new Date(Date.now() + daysFromNow * DAY)
  made.validity.notAfter = new Date(Date.now() + (daysFromNow + 2) * DAY)
  const name = [{ name: 'commonName', value: `localhost ${serial}` }]
  made.setSubject(name)
  made.setIssuer(name)
  made.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }])
  made.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  return forge.pki.certificateToPem(made)
}

/** Opens a TLS proxy to a port of this machine, with a certificate that is valid now. */
export async function openTlsProxy(port: number): Promise<TlsProxy> {
  const trusted = getCACertificates('default')
  const inside = new Set<TLSSocket>()
  let [serial, refused, shown] = [1, 0, '']
  const next = (daysFromNow: number) => {
    serial += 1
    const cert = certificate(serial, daysFromNow)
    shown = cert
    setDefaultCACertificates([...trusted, cert])
    return { key, cert }
  }
  const server = createServer(next(-1), (socket) => {
    const onward = connect(port, '127.0.0.1')
    inside.add(socket)
    socket.on('close', () => inside.delete(socket))
    // Either side may go at any time; then the other does.
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  server.on('tlsClientError', () => {
    refused += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const putOut = () => {
    for (const socket of inside) socket.destroy()
  }
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: () => shown,
    refused: () => refused,
    show: (daysFromNow) => {
      server.setSecureContext(next(daysFromNow))
      putOut()
    },
    stop: async () => {
      setDefaultCACertificates(trusted)
      putOut()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
