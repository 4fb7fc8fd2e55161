import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'

export type HttpServer = { readonly port: number; readonly stop: () => Promise<void> }

/** A phone on a slow connection may take long, but not for ever. */
const REQUEST_TIMEOUT_MS = 60_000
/** What is left of the ten seconds of a stop is for the database. */
const DRAIN_MS = 8_000
const IDLE_CHECK_MS = 50

/** Accepts connections. `stop` lets running answers finish, for eight seconds at most. */
export async function listenHttp(app: Hono<AppEnv>, host: string, port: number): Promise<HttpServer> {
  const handleRequest = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: 65_000 },
    (request, response) => void handleRequest(request, response),
  )
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { port: address.port, stop: () => drain(server, sockets) }
}

async function drain(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  // A connection whose answer was running becomes idle only later.
  const idleCheck = setInterval(() => {
    server.closeIdleConnections()
    // Browsers open connections in advance; one that never asked anything does not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, IDLE_CHECK_MS)
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
  clearInterval(idleCheck)
}
