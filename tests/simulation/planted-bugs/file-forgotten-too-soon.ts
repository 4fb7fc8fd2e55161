import { findFile, updateFile as update } from '#data/files.ts'

/** Planted: a phone deletes a file when the last chunk has left, and not when the server has confirmed it. */
export const updateFile: typeof update = async (db, sha256, change) => {
  await update(db, sha256, change)
  const file = await findFile(db, sha256)
  if (file && file.sent >= file.size) await db.fileContents.delete(sha256)
}
