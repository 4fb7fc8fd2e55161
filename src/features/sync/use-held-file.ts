import { useLiveQuery } from 'dexie-react-hooks'
import { findFile, updateFile } from '#data/files.ts'
import { readMeta } from '#data/meta.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { mayUpload } from '#domain/files/may-upload.ts'
import { fileOfLane } from '#sync/outbox/entry.ts'
import { deviceLine } from '#ui/device-line.ts'
import { useWorkplace } from '../workplace.ts'

/** That the file of an operation is held until there is Wi-Fi, with the way to send it all the same. */
export function useHeldFile(entry: OutboxEntry): { readonly sendAnyway: () => Promise<void> } | undefined {
  const { db, commands } = useWorkplace()
  const sha256 = entry.state === 'queued' ? fileOfLane(entry.lane)?.sha256 : undefined
  const held = useLiveQuery(async () => {
    if (sha256 === undefined) return false
    const [file, holds] = await Promise.all([findFile(db, sha256), readMeta(db, 'hold-large-files')])
    return file !== undefined && file.sent < file.size && !mayUpload(file, deviceLine(), holds ?? false)
  }, [db, sha256])
  if (!held || sha256 === undefined) return undefined
  return {
    sendAnyway: async () => {
      await updateFile(db, sha256, { sendAnyway: true })
      commands.kick('person')
    },
  }
}
