import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupHeader } from './backup-header.ts'
import { CLUSTER_FOLDER } from './copy-cluster.ts'
import { readBackup } from './read-backup.ts'

/**
 * Unpacks a backup into an empty folder. `own` gives what belongs to the database to the account it runs under.
 * Throws a `BackupError` when anything of it is not as it was written; the folder is then of no use.
 */
export async function unpackBackup(
  file: string,
  passphrase: string,
  folder: string,
  chown: (path: string) => void,
): Promise<BackupHeader> {
  return await readBackup(file, passphrase, async (items) => {
    let content: FileHandle | undefined
    const finish = async () => {
      await content?.sync()
      await content?.close()
      content = undefined
    }
    try {
      for await (const item of items) {
        if (item instanceof Uint8Array) {
          await content?.appendFile(item)
          continue
        }
        await finish()
        const path = join(folder, item.path)
        if (item.kind === 'folder') await mkdir(path, { mode: item.mode })
        else {
          await mkdir(dirname(path), { recursive: true, mode: 0o700 })
          content = await open(path, 'wx', item.mode)
        }
        if (item.path === CLUSTER_FOLDER || item.path.startsWith(`${CLUSTER_FOLDER}/`)) chown(path)
      }
    } finally {
      await finish()
    }
  })
}
