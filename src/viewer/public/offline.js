// The page that the viewer wanted is loaded as soon as there is a connection again.
addEventListener('online', () => location.reload());
