import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The connection of one phone, below its browser: cut, it is cut for the page, its workers and the browser alike. */
export type Line = {
  /** Where the phone finds the app. */
  readonly url: string
  /** Ends every connection and refuses new ones until `heal`. */
  cut(): void
  /** Cuts it by itself once `bytes` more have gone that way, in the middle of whatever they belong to. Resolves then. */
  cutAfter(bytes: number, way: 'up' | 'down'): Promise<void>
  heal(): void
  stop(): Promise<void>
}

/** Opens a line to a port of this machine. It hands bytes on and knows nothing of what they mean. */
export async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  let due: { readonly way: 'up' | 'down'; left: number; readonly done: () => void } | undefined
  const track = (socket: Socket) => {
    sockets.add(socket)
    // Either end may be gone at any moment; that is what a line is for.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const cut = () => {
    isCut = true
    endAll()
  }
  /** Hands on what one side says to the other, no byte more than the line has left. */
  const carry = (from: Socket, to: Socket, way: 'up' | 'down') => {
    from.on('data', (bytes) => {
      const last = due?.way === way && due.left <= bytes.length ? due : undefined
      if (last) {
        due = undefined
        to.write(bytes.subarray(0, last.left), () => {
          cut()
          last.done()
        })
        from.pause()
        return
      }
      if (due?.way === way) due.left -= bytes.length
      if (to.write(bytes)) return
      from.pause()
      to.once('drain', () => from.resume())
    })
    from.on('end', () => to.end())
  }
  const server = createServer((phone) => {
    if (isCut) {
      phone.destroy()
      return
    }
    const ahead = connect(port, '127.0.0.1')
    for (const socket of [phone, ahead]) {
      socket.setNoDelay(true)
      track(socket)
    }
    phone.on('close', () => ahead.destroy())
    ahead.on('close', () => phone.destroy())
    carry(phone, ahead, 'up')
    carry(ahead, phone, 'down')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    url: `http://localhost:${address.port}`,
    cut,
    cutAfter: (bytes, way) => new Promise((done) => (due = { way, left: bytes, done })),
    heal() {
      isCut = false
      due = undefined
    },
    async stop() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
