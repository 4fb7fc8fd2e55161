import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The quality of a connection: the same both ways, shared by all requests. */
export type NetworkProfile = {
  /** There and back, in milliseconds. */
  readonly roundTripMs: number
  /** Kilobits per second each way; 0 is as fast as the machine. */
  readonly kbitPerSecond: number
  /** Round trips before the first byte of a connection may leave: 1 for TCP, 2 with TLS 1.3. */
  readonly handshakes: number
  /** One in this many packets is delayed for `stallMs`; 0 is none. */
  readonly stallEvery?: number
  readonly stallMs?: number
}

export const UNTHROTTLED: NetworkProfile = { roundTripMs: 0, kbitPerSecond: 0, handshakes: 0 }
/**
 * The reference line of a shop phone. One round trip per connection: with HTTP/1.1 over two connections that is what
 * TLS 1.3 and HTTP/2 cost over one.
 */
export const SLOW_3G: NetworkProfile = { roundTripMs: 400, kbitPerSecond: 400, handshakes: 1 }
/** The edge of the network: 2G with one packet in twenty stalling. */
export const WORST_2G: NetworkProfile = {
  roundTripMs: 800,
  kbitPerSecond: 50,
  handshakes: 1,
  stallEvery: 20,
  stallMs: 400,
}

/** `cut` breaks connections, `silent` accepts them and never answers. */
export type LinkState = 'open' | 'cut' | 'silent'

export type ThrottledProxy = {
  readonly port: number
  readonly url: string
  /** What went through since the last `resetBytes`. */
  bytes(): { readonly up: number; readonly down: number }
  /** Bytes that had reached the phone at a moment (ms since 1970), since the last `resetBytes`. */
  downBy(epochMs: number): number
  resetBytes(): void
  shape(shape: NetworkProfile): void
  set(state: LinkState): void
  stop(): Promise<void>
}

const PACKET = 1_460
/** What a radio link buffers before the sender has to wait. */
const BUFFER = 64 * 1024

/** One direction of the connection: packets of all requests leave one after the other at its speed. */
class Direction {
  #freeAt = 0
  #packets = 0
  #arrivals: { readonly at: number; readonly total: number }[] = []
  bytes = 0

  reset(): void {
    this.bytes = 0
    this.#arrivals = []
  }

  arrivedBy(at: number): number {
    return this.#arrivals.findLast((arrival) => arrival.at <= at)?.total ?? 0
  }

  /** When a packet arrives that is handed over at `from`. */
  arrival(length: number, from: number, shape: NetworkProfile): number {
    const begin = Math.max(from, this.#freeAt)
    const takes = shape.kbitPerSecond === 0 ? 0 : (length * 8) / shape.kbitPerSecond
    this.#packets += 1
    const stalls = shape.stallEvery !== undefined && this.#packets % shape.stallEvery === 0
    this.#freeAt = begin + takes + (stalls ? (shape.stallMs ?? 0) : 0)
    this.bytes += length
    const at = this.#freeAt + shape.roundTripMs / 2
    this.#arrivals.push({ at, total: this.bytes })
    return at
  }
}

/** Passes on what one socket sends to the other, packet by packet, each at its time. */
function pipe(
  from: Socket,
  to: Socket,
  direction: Direction,
  openAt: number,
  shape: () => NetworkProfile,
): void {
  const waiting: { readonly at: number; readonly data: Buffer | null }[] = []
  let held = 0
  let timer: NodeJS.Timeout | undefined
  const now = () => performance.now()
  const flush = () => {
    timer = undefined
    for (let next = waiting[0]; next !== undefined && next.at <= now() + 0.5; next = waiting[0]) {
      waiting.shift()
      if (next.data === null) to.end()
      else if (!to.destroyed) to.write(next.data)
      held -= next.data?.length ?? 0
    }
    if (held < BUFFER / 2) from.resume()
    plan()
  }
  const plan = () => {
    const next = waiting[0]
    if (next && timer === undefined) timer = setTimeout(flush, Math.max(0, next.at - now()))
  }
  from.on('data', (chunk) => {
    const begin = Math.max(now(), openAt)
    for (let start = 0; start < chunk.length; start += PACKET) {
      const data = chunk.subarray(start, start + PACKET)
      waiting.push({ at: direction.arrival(data.length, begin, shape()), data })
      held += data.length
    }
    if (held > BUFFER) from.pause()
    plan()
  })
  from.on('end', () => {
    waiting.push({ at: Math.max(now(), waiting.at(-1)?.at ?? 0), data: null })
    plan()
  })
  from.on('close', () => {
    if (waiting.length > 0) return
    clearTimeout(timer)
    to.destroy()
  })
}

/**
 * A network connection between browser and server, below the browser, so that it also slows what the service
 * worker fetches. It does not interpret HTTP. Bandwidth is shared by all connections, as it is on a phone.
 */
export async function startThrottledProxy(
  target: { readonly host: string; readonly port: number },
  wanted: NetworkProfile = UNTHROTTLED,
): Promise<ThrottledProxy> {
  let shape = wanted
  let state: LinkState = 'open'
  let up = new Direction()
  let down = new Direction()
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (phone) => {
    track(phone)
    if (state === 'cut') {
      phone.destroy()
      return
    }
    if (state === 'silent') {
      phone.resume()
      return
    }
    const upstream = connect({ ...target, allowHalfOpen: true })
    track(upstream)
    const openAt = performance.now() + shape.handshakes * shape.roundTripMs
    pipe(phone, upstream, up, openAt, () => shape)
    pipe(upstream, phone, down, openAt, () => shape)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    url: `http://localhost:${address.port}`,
    bytes: () => ({ up: up.bytes, down: down.bytes }),
    downBy: (epochMs) => down.arrivedBy(epochMs - performance.timeOrigin),
    resetBytes: () => {
      up.reset()
      down.reset()
    },
    shape: (next) => {
      shape = next
      up = new Direction()
      down = new Direction()
    },
    set: (next) => {
      state = next
      if (next !== 'open') destroyAll()
    },
    stop: async () => {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}
