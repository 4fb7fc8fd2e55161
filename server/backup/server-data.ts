import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { loadOrCreateKey } from '../security/server-key.ts'
import { BackupError } from './backup-error.ts'
import { CLUSTER_FOLDER } from './copy-cluster.ts'
import { KEY_FILE } from './data-folder.ts'

/**
 * The data folder of a server and its key, both as they are. What is missing is never created here: a backup
 * of a fresh database would be empty (`BACKUP_NO_DATA`), and with a fresh key the secrets in it could not be
 * read (`BACKUP_NO_KEY`).
 */
export function getServerData({ dataDir, key }: Pick<Config, 'dataDir' | 'key'>): {
  readonly dataDir: string
  readonly key: Uint8Array
} {
  if (!existsSync(join(dataDir, CLUSTER_FOLDER, 'PG_VERSION'))) {
    throw new BackupError(
      'BACKUP_NO_DATA',
      `${dataDir} holds no data of Risiti. Set DATA_DIR to the data folder of the server.`,
    )
  }
  if (key !== null) return { dataDir, key }
  if (!existsSync(join(dataDir, KEY_FILE))) {
    throw new BackupError(
      'BACKUP_NO_KEY',
      `The key of this server does not lie in ${dataDir}: set RISITI_KEY as the server has it.`,
    )
  }
  return { dataDir, key: loadOrCreateKey(dataDir) }
}
