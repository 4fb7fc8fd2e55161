import { once } from 'node:events'
import type { Server } from 'node:http'

export type Listening = {
  readonly port: number
  readonly baseUrl: string
  /** Breaks off running answers. */
  readonly stop: () => Promise<void>
}

/** Accepts connections; port 0 takes any free one. Rejects when the port is taken. */
export async function listen(server: Server, host: string, wanted: number): Promise<Listening> {
  server.listen(wanted, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port')
  const { port } = address
  return {
    port,
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    stop: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}
