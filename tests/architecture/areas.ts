/** Parts of the project between which imports are ruled. */
export type Area =
  | { readonly kind: 'contracts' | 'platform' | 'main' | 'infra' | 'tests' | 'runner' | 'shared projections' }
  | { readonly kind: 'slice' | 'door' | 'projection' | 'feature'; readonly name: string }
  | { readonly kind: 'app' | 'ui' | 'api' | 'live' | 'testing' | 'web' };

/** Not read models themselves: what several of them share. */
const SHARED_PROJECTIONS = /^projections\/(days\/|[^/]+$)/;

/** Ways in beside the API: they command several slices, and no slice knows them. */
const DOORS = ['import', 'demo'];

/** Where a file belongs; by its path alone, so that a file which is not there can be judged, too. */
export function areaOf(path: string): Area {
  const [top = '', second = '', third = '', fourth = ''] = path.split('/');
  // A program of its own puts together what it needs, wherever it lies.
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

const webAreas = ['app', 'ui', 'api', 'live', 'testing'] as const;

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.(test|fixture)\.tsx?$/.test(path);
}

export function isSame(one: Area, other: Area): boolean {
  return one.kind === other.kind && ('name' in one ? one.name : '') === ('name' in other ? other.name : '');
}
