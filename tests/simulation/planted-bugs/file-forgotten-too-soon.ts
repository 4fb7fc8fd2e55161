import { findFile, updateFile as update } from '#data/files.ts'

/** Planted: a phone makes room when the last piece has left, and not when the server has said that it keeps the file. */
export const updateFile: typeof update = async (db, sha256, change) => {
  await update(db, sha256, change)
  const file = await findFile(db, sha256)
  if (file && file.sent >= file.size) await db.fileContents.delete(sha256)
}
