/** Fails when a list of chunks names a file or folder that does not exist; only the build knows the rest. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listedNames } from '../build/chunk-lists.ts'
import { projectFolder, report } from './source-files.ts'

const lost = listedNames.filter((name) => {
  const below = name.startsWith('src/') ? projectFolder : join(projectFolder, 'node_modules')
  return !existsSync(join(below, name))
})
report(
  lost.map((name) => `scripts/build/chunk-lists.ts names ${name}, which does not exist`),
  `${listedNames.length} names of the chunk lists exist`,
)
