import { startCluster } from '#server/storage/embedded/start-cluster.ts'

// A server process that only holds the embedded database of the folder named first: prints each event as a line of
// JSON, then the connection, and stops when its input closes.

const print = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)
const cluster = await startCluster({ dataDir: process.argv[2] ?? '', log: print })
print({ event: 'ready', connectionString: cluster.connectionString })
process.stdin.resume()
process.stdin.on('end', () => void cluster.stop())
