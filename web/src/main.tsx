import './app/trusted-types.ts';
import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import './ui/theme/fonts.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { reportUncaught } from './app/report-error.ts';
import { createRouter } from './app/routes/router.tsx';
import { drawnThemeAtom } from './kit/theme.atoms.ts';

const store = createStore();

function drawTheme(): void {
  document.documentElement.dataset.theme = store.get(drawnThemeAtom);
}
store.sub(drawnThemeAtom, drawTheme);
drawTheme();

reportUncaught();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={createRouter(store)} />
    </Provider>
  </StrictMode>,
);
