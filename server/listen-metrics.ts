import { once } from 'node:events'
import { createServer } from 'node:http'
import type { MetricsConfig } from './config-metrics.ts'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics` on an address of its own, which no proxy of the public leads to. */
export async function listenMetrics(
  { host, port }: MetricsConfig,
  metrics: Pick<Metrics, 'read'>,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The metrics have no port')
  return {
    port: address.port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
