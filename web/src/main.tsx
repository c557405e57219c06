import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import './app/fonts.css';
import './app/tokens.css';
import './app/base.css';
import { drawnThemeAtom } from './app/appearance.atoms.ts';
import { createRouter } from './app/router.tsx';

const store = createStore();

function drawTheme(): void {
  document.documentElement.dataset.theme = store.get(drawnThemeAtom);
}
store.sub(drawnThemeAtom, drawTheme);
drawTheme();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={createRouter(store)} />
    </Provider>
  </StrictMode>,
);
