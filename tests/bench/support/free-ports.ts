import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

async function listenOn(port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a port')
  return { server, port: address.port }
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

/** Two free neighbours: the server takes the first, the simulator of the authority the one above. */
export async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = await listenOn(0)
    const second = await listenOn(first.port + 1).catch(() => undefined)
    await close(first.server)
    if (second) {
      await close(second.server)
      return first.port
    }
  }
  throw new Error('no two neighbouring free ports')
}
