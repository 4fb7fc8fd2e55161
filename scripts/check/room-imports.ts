/**
 * Import rules that the compiler does not check: packages per room, feature to feature, clock and chance in lower
 * rooms, import paths that leave a room sideways. Nine files of ten have at most 200 lines.
 */
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { ambientMembers, compositionRoots, matches, roomOf, roomRules } from './room-rules.ts'
import { readSourceFiles, report, type SourceFile } from './source-files.ts'

interface Import {
  from: string
  line: number
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

function listImports({ path, text }: SourceFile): Import[] {
  const { module } = parseSync(path, text)
  const fixed = module.staticImports.map((item) => item.moduleRequest)
  for (const item of module.staticExports) {
    for (const entry of item.entries) if (entry.moduleRequest) fixed.push(entry.moduleRequest)
  }
  const imports = fixed.map((request) => ({
    from: request.value,
    line: lineAt(text, request.start),
  }))
  for (const { moduleRequest } of module.dynamicImports) {
    const written = text.slice(moduleRequest.start, moduleRequest.end)
    if (!/^['"].*['"]$/.test(written)) continue
    imports.push({ from: written.slice(1, -1), line: lineAt(text, moduleRequest.start) })
  }
  return imports
}

/** Path of the imported project file, or undefined for a package. */
function resolveInProject(path: string, from: string): string | undefined {
  if (from.startsWith('.')) return join(dirname(path), from).replaceAll('\\', '/')
  const [, room, rest] = /^#([\w-]+)\/(.+)$/.exec(from) ?? []
  if (room === undefined || rest === undefined) return undefined
  return ['sw', 'server', 'tests'].includes(room) ? `${room}/${rest}` : `src/${room}/${rest}`
}

/** The error of an import between two folders of one room, or from a folder to the files that join them. */
function checkFolders(path: string, target: string): string | undefined {
  const room = roomOf(path)
  const folders = roomRules[room]?.folders
  if (!folders || roomOf(target) !== room) return undefined
  const folderOf = (file: string): string | undefined => /^([^/]+)\//.exec(file.slice(room.length + 1))?.[1]
  const [mine, theirs] = [folderOf(path), folderOf(target)]
  if (mine === undefined || mine === theirs) return undefined
  if (!(mine in folders)) return `the folder ${mine} is not in scripts/check/room-rules.ts`
  if (theirs !== undefined && folders[mine]?.includes(theirs)) return undefined
  return `${room}/${mine} may not import ${theirs ?? 'the files that join the folders'}`
}

const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1]

function checkProjectImport(path: string, from: string, target: string): string | undefined {
  if (!roomRules[roomOf(path)]) return undefined
  const [mine, theirs] = [featureOf(path), featureOf(target)]
  if (mine && theirs && mine !== theirs)
    return `feature ${mine} imports feature ${theirs}; move it to src/blocks`
  if (from.startsWith('.') && roomOf(path) !== roomOf(target))
    return `${from} leaves the room; write #room/file.ts`
  if (from.startsWith('#') && roomOf(path) === roomOf(target)) {
    return `${from} is in the same room; write a relative path`
  }
  if (!/\.[a-z]+(\?[a-z&]+)?$/.test(from)) return `${from} lacks its file ending`
  return checkFolders(path, target)
}

function checkPackage(path: string, name: string): string | undefined {
  const rules = roomRules[roomOf(path)]
  if (!rules) return undefined
  const allowed = rules.packages ? matches(name, rules.packages) : !matches(name, rules.never ?? [])
  return allowed ? undefined : `${roomOf(path)} may not import the package ${name}`
}

/** Uses of clock, chance and console in a lower room, which should get them as arguments. */
function findAmbientUses({ path, text }: SourceFile): string[] {
  const rules = roomRules[roomOf(path)]
  if (!rules || rules.mayUseAmbient || compositionRoots.some((pattern) => pattern.test(path))) return []
  const found: string[] = []
  const blame = (offset: number, what: string): void => {
    found.push(`${path}:${lineAt(text, offset)} ${what} must come as an argument`)
  }
  const isDate = (node: ESTree.Expression): boolean => node.type === 'Identifier' && node.name === 'Date'
  new Visitor({
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return
      const name = `${node.object.name}.${node.property.name}`
      if (ambientMembers.has(name)) blame(node.start, name)
      else if (node.object.name === 'console' && path.startsWith('src/')) blame(node.start, name)
    },
    NewExpression(node) {
      if (isDate(node.callee) && node.arguments.length === 0) blame(node.start, 'new Date()')
    },
    CallExpression(node) {
      if (isDate(node.callee)) blame(node.start, 'Date()')
    },
  }).visit(parseSync(path, text).program)
  return found
}

const found: string[] = []
const files = readSourceFiles()
for (const file of files.filter(({ path }) => !path.endsWith('.css'))) {
  for (const { from, line } of listImports(file)) {
    const target = resolveInProject(file.path, from)
    const violation = target ? checkProjectImport(file.path, from, target) : checkPackage(file.path, from)
    if (violation) found.push(`${file.path}:${line} ${violation}`)
  }
  found.push(...findAmbientUses(file))
}
const lengths = files.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b)
const ninthOfTen = lengths[Math.ceil(lengths.length * 0.9) - 1] ?? 0
if (ninthOfTen > 200) found.push(`A tenth of the files is longer than ${ninthOfTen} lines; the limit is 200`)
report(found, `${files.length} files keep to their rooms`)
