import type { Hono } from 'hono'
import { readDatabaseRole } from '../storage/database-role.ts'
import type { Db } from '../storage/schema.ts'
import type { AppEnv } from './app-env.ts'

/**
 * `/healthz` for whatever sends requests here: 200 while the database takes what is written. 503 while it is a standby or
 * read-only, and while it is away: nothing can be sold through this process then.
 */
export function serveHealth(app: Hono<AppEnv>, db: Db): void {
  app.get('/healthz', async (c) => {
    const { role, takesWrites } = await readDatabaseRole(db)
    const answer = { status: takesWrites ? 'ok' : 'read-only', database: role }
    return c.json(answer, takesWrites ? 200 : 503, { 'cache-control': 'no-store' })
  })
}
