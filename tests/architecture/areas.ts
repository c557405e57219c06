/** A part of the project; the rules say which parts it may import. */
export type Area =
  | { readonly kind: 'contracts' | 'platform' | 'main' | 'infra' | 'tests' | 'runner' | 'shared projections' }
  | { readonly kind: 'slice' | 'door' | 'projection' | 'feature'; readonly name: string }
  | { readonly kind: 'app' | 'kit' | 'ui' | 'api' | 'live' | 'testing' | 'web' };

/** Code that several read models share, or that combines several of them. */
const SHARED_PROJECTIONS = /^projections\/((queries|as-of|replay)\/|[^/]+$)/;

/** Entrances beside the API: they send commands to several slices, and no slice imports them. */
const DOORS = ['import', 'demo'];

/** The area of a file, by its path alone, so that planted files can be judged too. */
export function areaOf(path: string): Area {
  const [top = '', second = '', third = '', fourth = ''] = path.split('/');
  // An entry point wires what it needs, in whatever folder it is.
  if (path.endsWith('.main.ts') && top === 'services') return { kind: 'main' };
  switch (top) {
    case 'services':
      if (second === 'contracts' || second === 'platform' || second === 'main') return { kind: second };
      return { kind: DOORS.includes(second) ? 'door' : 'slice', name: second };
    case 'projections':
      if (second === 'runner') return { kind: 'runner' };
      if (SHARED_PROJECTIONS.test(path)) return { kind: 'shared projections' };
      return { kind: 'projection', name: second };
    case 'web':
      if (third === 'features') return { kind: 'feature', name: fourth };
      return { kind: webAreas.find((kind) => kind === third) ?? 'web' };
    case 'infra':
      return { kind: 'infra' };
    default:
      return { kind: 'tests' };
  }
}

const webAreas = ['app', 'kit', 'ui', 'api', 'live', 'testing'] as const;

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.(test|fixture)\.tsx?$/.test(path);
}

export function isSame(one: Area, other: Area): boolean {
  return one.kind === other.kind && ('name' in one ? one.name : '') === ('name' in other ? other.name : '');
}
