// Only browsers without JavaScript modules load this; they cannot run the app.
document.getElementById('unsupported').style.display = 'block'
document.getElementById('first-paint').style.display = 'none'
