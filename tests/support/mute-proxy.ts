import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a TCP server on which everything can fall silent without a connection being closed, as behind a cut cable. */
export type MuteProxy = {
  readonly port: number
  /** What either side sends from now on is swallowed, on open connections and on new ones. */
  mute(): void
  /** Connections made from now on get through; those that were muted stay so. */
  unmute(): void
  stop(): Promise<void>
}

/** Opens a way to a port of this machine. */
export async function startMuteProxy(targetPort: number): Promise<MuteProxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let isMuted = false
  const silence = ({ near, far }: { near: Socket; far: Socket }) => {
    near.unpipe().resume()
    far.unpipe().resume()
  }
  const server = createServer((near) => {
    const pair = { near, far: connect(targetPort, '127.0.0.1') }
    pairs.add(pair)
    near.on('error', () => undefined)
    pair.far.on('error', () => near.destroy())
    // The far server hears of the end, as it would at some time: the test must not wait for that.
    near.on('close', () => {
      pair.far.destroy()
      pairs.delete(pair)
    })
    if (isMuted) silence(pair)
    else near.pipe(pair.far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    port: address.port,
    mute: () => {
      isMuted = true
      for (const pair of pairs) silence(pair)
    },
    unmute: () => {
      isMuted = false
    },
    stop: async () => {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
